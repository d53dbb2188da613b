/** The pictures of a title's grounds, drawn by `ground-pictures.ts` when the client is built. */
declare module 'virtual:ground/*' {
  const pictures: import('./ground').GroundPictures;
  export default pictures;
}
