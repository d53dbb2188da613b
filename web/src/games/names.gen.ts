// Made by `make generate` from the Go types; do not edit.

/** The names of the titles by id. */
export const names: Readonly<Record<string, string>> = {
  meduris: 'Meduris',
  druids: 'Die Druiden',
  pangea: 'Die Magier von Pangea',
};
