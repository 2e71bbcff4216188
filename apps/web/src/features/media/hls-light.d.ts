/** The small build has no types of its own; it is the large one without what recordings do not need. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
