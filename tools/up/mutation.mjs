// `npm run test:mutation`: changes the rules in every small way and names the changes that no test notices; arguments select files.

import { relative } from 'node:path'
import { npm, whyInstall } from './install.mjs'
import { filesUnder, inRoot, root, sentence } from './places.mjs'
import { run } from './processes.mjs'

const folder = inRoot('tools', 'mutation')

export async function command(node, words) {
  const files = listRules().filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  if (files.length === 0) throw sentence('There are no such rules.')
  await ensureStrykerInstalled(node)
  const stryker = inRoot('tools', 'mutation', 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  return run(node, [stryker, 'run', 'tools/mutation/stryker.config.mjs', '--mutate', files.join(',')])
}

/** Only tests read it. */
const casesOfTests = 'packages/contract/src/rules/search-cases.ts'

/** The contract's rules and those of the server's modules. */
function listRules() {
  const files = [...filesUnder(inRoot('packages', 'contract', 'src', 'rules')), ...filesUnder(inRoot('apps', 'server', 'src', 'modules'))]
  return files
    .map((file) => relative(root, file).replaceAll('\\', '/'))
    .filter((file) => (file.startsWith('packages') || file.endsWith('/rules.ts')) && !file.endsWith('.test.ts') && file !== casesOfTests)
}

/** It is large and needed by this command alone. Vitest is the one of the repository. */
async function ensureStrykerInstalled(node) {
  if (!whyInstall(folder, { dev: true })) return
  console.log('Installing the mutation tool …')
  const { code, output } = await npm(node, ['ci', '--prefix', folder, '--no-audit', '--no-fund'])
  if (code !== 0) throw sentence(`${output}\nThe mutation tool could not be installed: npm ci ended with ${code}; what it said is above.`)
}
