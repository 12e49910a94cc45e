/** What the owner of an infrastructure that is gone as a whole can do. */
export const whatNow =
  'no update, repair or rollback can bring it back: delete the deployment, then deploy its template anew, which GET /deployments/{deployment_id}/template still has';
