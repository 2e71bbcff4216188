/** Writes `generated/paths.ts`: method and path of each call, all that the browser needs of the contract at run time. */
import { contract } from '#index.ts'

export function pathsSource(): string {
  const table = Object.fromEntries(
    Object.entries(contract).map(([domain, calls]) => [
      domain,
      Object.fromEntries(Object.entries(calls).map(([name, route]) => [name, { method: route.method, path: route.path }])),
    ]),
  )
  return `/** Method and path of each call. Made from the contract by \`npm run docs\`; do not edit. */\nexport const paths = ${JSON.stringify(table, null, 2)}\n`
}
