import { briefs } from '../briefs.ts';
import { buildCommand } from '../command.ts';
import type { CliContext } from '../context.ts';

/** Asks `toscanini __complete` for what may stand at the cursor; a file name when it proposes nothing. */
const scripts = {
  // bash's own words end at : and =, which stand in addresses and flags; of a word it replaces only what is behind them
  bash: `_toscanini() {
  local line=\${COMP_LINE:0:COMP_POINT} word
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  word=\${words[\${#words[@]}-1]}
  local IFS=$'\\n'
  COMPREPLY=($(toscanini __complete "\${words[@]:1}" 2>/dev/null))
  COMPREPLY=("\${COMPREPLY[@]#"\${word%"\${word##*[:=]}"}"}")
}
complete -o default -F _toscanini toscanini
`,
  zsh: `#compdef toscanini
_toscanini() {
  local -a found
  found=(\${(f)"$(toscanini __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#found )); then compadd -a found; else _files; fi
}
compdef _toscanini toscanini
`,
  fish: `function __toscanini_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (toscanini __complete $words[2..] 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c toscanini -f -a '(__toscanini_complete)'
`,
} as const;

type Shell = keyof typeof scripts;

const shellOf = (text: string): Shell => {
  if (Object.hasOwn(scripts, text)) return text as Shell;
  throw new SyntaxError(`${text} is no shell that is known: bash, zsh or fish`);
};

async function completion(this: CliContext, _: object, shell: Shell): Promise<void> {
  this.screen.write(scripts[shell]);
}

export const completionCommand = buildCommand<object, [Shell], CliContext>({
  func: completion,
  parameters: {
    positional: { kind: 'tuple', parameters: [{ brief: 'bash, zsh or fish', parse: shellOf, placeholder: 'SHELL' }] },
    flags: {},
  },
  docs: { brief: briefs.completion },
});
