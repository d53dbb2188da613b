/** Set by E2E=long: tests under games play whole games through the page. Otherwise they play some moves there and the rest by REST. */
export const long = process.env.E2E === 'long';
