import { Session } from 'node:inspector/promises';
import { load } from 'js-yaml';
import { processTemplate } from './src/tosca/process.ts';
import { template } from './bench/template.ts';
const n = 1000;
const imports = { read: async () => Promise.reject(new Error('no')) };
const text = template(n);
for (let i=0;i<30;i++) { load(text); await processTemplate(text,{inputs:{},imports}); }
const s = new Session(); s.connect();
const run = async (f) => { await s.post('HeapProfiler.startSampling',{samplingInterval:2048, includeObjectsCollectedByMajorGC:true, includeObjectsCollectedByMinorGC:true} as any);
for (let i=0;i<10;i++) await f();
const { profile } = await s.post('HeapProfiler.stopSampling');
const self=new Map(); let sum=0;
const walk=(x)=>{ const k=`${x.callFrame.functionName||'(anon)'} ${x.callFrame.url.split('/').slice(-2).join('/')}:${x.callFrame.lineNumber+1}`; self.set(k,(self.get(k)??0)+x.selfSize); sum+=x.selfSize; for(const c of x.children) walk(c); };
walk(profile.head); return [sum/10/n, self] as const; };
const [js] = await run(async()=>load(text));
const [sum,self] = await run(()=>processTemplate(text,{inputs:{},imports}));
console.log('bytes per node js-yaml',Math.round(js),'ours',Math.round(sum));
console.log([...self].sort((a,b)=>b[1]-a[1]).slice(0,50).map(([k,v])=>`${Math.round(v/10/n)} ${k}`).join('\n'));
