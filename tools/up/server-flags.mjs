// How Node runs the server.
import { pathToFileURL } from 'node:url'
import { inRoot } from './places.mjs'

export const serverFlags = [
  // MiB. What a request makes is garbage in milliseconds; with the usual 16, the space for it alone takes 48. With 4, lists cost a fifth more:
  // half of what requests hold is moved to the old space and collected there.
  '--max-semi-space-size=8',
  // Percent that the heap may grow between two collections: by default Node lets it grow to several times of what is in use.
  '--heap-growing-percent=25',
  '--import',
  pathToFileURL(inRoot('tools', 'up', 'module-loading.mjs')).href,
]

// One arena of glibc's malloc for all threads: several keep 5 to 8 MiB for nobody.
export const serverEnv = { MALLOC_ARENA_MAX: '1' }
