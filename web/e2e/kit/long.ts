/** Set by LONG=1: tests under games play whole games through the page. Otherwise they play some moves there and the rest by REST. */
export const long = Boolean(process.env.LONG);
