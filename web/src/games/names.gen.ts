// Made by `make generate` from the Go types; do not edit.

/** The names of the titles by id. */
export const names: Readonly<Record<string, string>> = {
  meduris: 'Meduris',
  druids: 'Die Druiden',
  pangea: 'Die Magier von Pangea',
};

/** The colors that seats may choose from, by title and number of seats, in the order of default assignment. */
export const colors: Readonly<Record<string, Readonly<Record<number, readonly string[]>>>> = {
  meduris: {
    2: ['purple', 'blue'],
    3: ['purple', 'blue', 'green', 'red'],
    4: ['purple', 'blue', 'green', 'red'],
  },
  druids: {
    2: ['red', 'blue', 'green', 'yellow', 'purple', 'orange'],
    3: ['red', 'blue', 'green', 'yellow', 'purple', 'orange'],
    4: ['red', 'blue', 'green', 'yellow', 'purple', 'orange'],
    5: ['red', 'blue', 'green', 'yellow', 'purple', 'orange'],
  },
  pangea: {
    2: ['purple', 'green', 'orange', 'blue', 'yellow'],
    3: ['purple', 'green', 'orange', 'blue', 'yellow'],
    4: ['purple', 'green', 'orange', 'blue', 'yellow'],
    5: ['purple', 'green', 'orange', 'blue', 'yellow'],
  },
};
