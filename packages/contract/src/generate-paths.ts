/** Writes `generated/paths.ts`: method and path of each call, all that the browser needs of the contract at run time. */

import { contract } from '#index.ts'
import type { Route } from '#route.ts'

const formatLine = ([name, { method, path }]: [string, Route]) => `    ${name}: { method: '${method}', path: '${path}' },`

export function pathsSource(): string {
  const domains = Object.entries(contract).map(([domain, calls]) =>
    [`  ${domain}: {`, ...Object.entries<Route>(calls).map(formatLine), '  },'].join('\n'),
  )
  return `/** Method and path of each call. Made from the contract by \`npm run docs\`; do not edit. */\nexport const paths = {\n${domains.join('\n')}\n}\n`
}
