// How Node runs the server.
import { pathToFileURL } from 'node:url'
import { inRoot } from './places.mjs'

export const serverFlags = [
  // MiB. What a request makes is garbage in milliseconds; with the usual 16, the space for it alone takes 48.
  '--max-semi-space-size=4',
  // Percent that the heap may grow between two collections: by itself Node lets it grow to several times of what is in use.
  '--heap-growing-percent=40',
  '--import',
  pathToFileURL(inRoot('tools', 'up', 'module-loading.mjs')).href,
]
