// `npm run bench`: runs the benchmarks one after another, so that none disturbs another.

import { basename } from 'node:path'
import { ensureServerBuilt, ensureWebBuilt, ensureWebCompressed } from './builds.mjs'
import { filesUnder, inRoot, sentence } from './places.mjs'
import { run } from './processes.mjs'

export async function command(node, filters) {
  const files = filesUnder(inRoot('bench')).filter(
    (file) => file.endsWith('.bench.ts') && filters.every((word) => basename(file).includes(word)),
  )
  if (files.length === 0) throw sentence('There is no such benchmark in bench/.')
  await Promise.all([ensureWebBuilt(node), ensureServerBuilt(node)])
  await ensureWebCompressed(node)
  const failed = []
  for (const file of files) {
    console.log(`\n${basename(file)}`)
    if ((await run(node, [file])) !== 0) failed.push(basename(file))
  }
  console.log(failed.length === 0 ? `\nAll ${files.length} within their limits.` : `\nOver their limits or broken: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
}

/** Runs one file of bench/ with the command line arguments. */
export const script = (file) => (node, words) => run(node, [inRoot('bench', file), ...words])

export async function load(node, words) {
  await ensureServerBuilt(node)
  return script('school-day.ts')(node, words)
}
