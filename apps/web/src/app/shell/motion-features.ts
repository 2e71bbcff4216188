/** The part of motion that animates. Its own module, because only a named import of our own lets the rest be shaken off. */
export { domAnimation } from 'motion/react'
