// `npm run check`: runs all static checks, and repeats the failures at the end.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashOfWeb } from './builds.mjs'
import { checkFunctions } from './function-limits.mjs'
import { binOf, inRoot, root } from './places.mjs'
import { capture } from './processes.mjs'
import { checkSizes } from './sizes.mjs'

const graph = ['packages/contract/src', 'apps/server/src', 'apps/server/test', 'apps/web/src', 'apps/web/test']

/** What the tools found out of files that have not changed since: a second run takes a quarter of the time of the first. */
const cached = (name) => inRoot('node_modules', '.cache', 'check', name)

export async function command(node) {
  const failed = []
  const waiting = Object.entries(steps(node))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, step] = next
      const began = Date.now()
      const { ok, output } = await step()
      console.log(
        `${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)${output ? `\n${output.trim()}` : ''}`,
      )
      if (!ok) failed.push(name)
    }
  }
  // Two at a time: most of them use one core.
  await Promise.all([work(), work()])
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
}

function steps(node) {
  const tool = (packageName, binName, ...parameters) => quietly(node, [binOf(packageName, binName), ...parameters], onOneCore)
  // One checker: each of the default four would work out shared types again, for twice the CPU time.
  const types = (project, name) =>
    tool('typescript', 'tsc', '-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', cached(`${name}.tsbuildinfo`))
  return {
    // The server with contract, tools, journeys and benchmarks, which share most of its types.
    'types of the server': () => types('.', 'server'),
    'types of the web app': () => types('apps/web', 'web'),
    lint: () => tool('oxlint', 'oxlint', '--type-aware', '--deny-warnings'),
    format: () => tool('oxfmt', 'oxfmt', '--check'),
    'weight of pages': () => checkWeight(node),
    'import rules': () => checkImports(node),
    'dead code': () => tool('knip', 'knip', '--cache', '--cache-location', cached('knip')),
    'generated documents': () => checkDocuments(node),
    'sizes of files': async () => checkSizes(),
    'sizes of functions': () => checkFunctions(node),
  }
}

// With a missing or mismatched parser the tool finds no modules and reports success, so the number of modules is checked too.
async function checkImports(node) {
  const folders = graph.filter((folder) => existsSync(inRoot(folder)))
  const script = binOf('dependency-cruiser', 'depcruise')
  const preload = pathToFileURL(inRoot('tools', 'up', 'parse-tsx.mjs')).href
  const { code, output } = await capture(node, [
    '--import',
    preload,
    script,
    '--config',
    '.dependency-cruiser.cjs',
    '--cache',
    cached('imports'),
    '--cache-strategy',
    'content',
    '--output-type',
    'err',
    ...folders,
  ])
  const seen = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
  if (seen < MINIMUM_MODULES)
    return { ok: false, output: `${output}\nOnly ${seen} modules were seen, at least ${MINIMUM_MODULES} exist: the check is blind.` }
  return { ok: code === 0, output: code === 0 ? '' : output }
}

// The Go programs (tsc, tsgolint): on several cores each works out the same types again, and collecting their garbage takes a tenth of their time.
const onOneCore = { GOMAXPROCS: '1', GOGC: 'off' }

const MINIMUM_MODULES = 40

/** Builds the web app with the limits of apps/web/build/bundle-limits.ts, without keeping it, unless this was done for the same sources. */
async function checkWeight(node) {
  const [stamp, sources] = [cached('weight'), hashOfWeb()]
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return { ok: true, output: '' }
  const parameters = [binOf('vite'), 'build', '--mode', 'limits', '--logLevel', 'warn']
  const result = await quietly(node, parameters, { NODE_ENV: 'production' }, inRoot('apps', 'web'))
  if (result.ok) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, sources)
  }
  return result
}

async function checkDocuments(node) {
  const script = inRoot('apps', 'server', 'src', 'generate-docs.ts')
  return existsSync(script) ? quietly(node, [script, '--check']) : { ok: true, output: 'skipped: there is no generate-docs.ts yet' }
}

async function quietly(node, parameters, env = {}, cwd = root) {
  const { code, output } = await capture(node, parameters, { env, cwd })
  return { ok: code === 0, output: code === 0 ? '' : output }
}
