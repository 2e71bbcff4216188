// Loaded before the server (--import): speeds up loading its modules, of which there are a thousand unless it is bundled. It also runs without.

import { enableCompileCache, registerHooks } from 'node:module'
import { inRoot } from './places.mjs'

// Caches compiled code and stripped types of the previous start; Node recompiles changed files.
enableCompileCache(inRoot('node_modules', '.cache', 'lms-server'))

// Node reads the whole package.json of a package for each of its files that it resolves or loads. That of drizzle-orm has 137 kB of
// exports and is read some 500 times: a second of CPU time, and 150 MiB of garbage, for which the heap stays large.
const parentIsDrizzle = /\/node_modules\/drizzle-orm\//
const isDrizzle = /^drizzle-orm(\/|$)/
const resolved = new Map()

registerHooks({
  resolve(specifier, context, next) {
    if (!context.conditions.includes('import')) return next(specifier, context)
    if (specifier.startsWith('.') && parentIsDrizzle.test(context.parentURL ?? ''))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    if (!isDrizzle.test(specifier)) return next(specifier, context)
    if (!resolved.has(specifier)) resolved.set(specifier, { url: next(specifier, context).url, format: 'module', shortCircuit: true })
    return resolved.get(specifier)
  },
})
