/** The way on from a page that has nothing to show. */
export const AllDeployments = () => (
  <p class="actions">
    <a class="button" href="deployments">
      All deployments
    </a>
  </p>
);
