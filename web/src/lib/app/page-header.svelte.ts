/** Whether the page has a bar of its own instead of the header of the site. */
export const pageHeader = $state({ own: false });
