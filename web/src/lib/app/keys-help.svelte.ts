/** Whether the list of keys is open. The bar of a table and a key open it. */
export const keysHelp = $state({ open: false });
