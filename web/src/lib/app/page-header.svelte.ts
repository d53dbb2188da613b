/** How many bars of tables the page has. With one, the header of the site is not shown. */
export const pageHeader = $state({ bars: 0 });
