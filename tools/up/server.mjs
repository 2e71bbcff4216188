// How the server is run.

import { pathToFileURL } from 'node:url'
import { inRoot } from './places.mjs'

export const serverFlags = [
  // MiB. Objects of a request are garbage within milliseconds; with the default of 16, the space for them takes 48. With 4, lists cost a fifth more:
  // half of a request's objects are moved to the old space and collected there.
  '--max-semi-space-size=8',
  // Percent that the heap may grow between two collections: by default it can grow to several times the used size. Memory for CPU time: with 25,
  // 16 busy connections spend a quarter of it on collecting, and the process has 10 MiB less.
  '--heap-growing-percent=40',
  '--import',
  pathToFileURL(inRoot('tools', 'up', 'module-loading.mjs')).href,
]

/** Built by `ensureServerBuilt`. */
export const serverMain = inRoot('apps', 'server', 'dist', 'main.js')

// One arena of glibc's malloc for all threads: more of them waste 5 to 8 MiB.
export const serverEnv = { MALLOC_ARENA_MAX: '1' }
