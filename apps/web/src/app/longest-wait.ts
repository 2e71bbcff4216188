/** Milliseconds for which the screen before stays while the next one loads. */
export const longestWait = 1000
