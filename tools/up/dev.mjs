// `npm run dev`: the server, restarted on each change, and Vite in front of it; if one ends, so does the other.

import { binOf, inRoot } from './places.mjs'
import { endAll, run } from './processes.mjs'
import { serverFlags } from './server.mjs'

export async function command(node) {
  const server = run(node, [...serverFlags, '--watch', inRoot('apps', 'server', 'src', 'main.ts')])
  const web = run(node, [binOf('vite')], { cwd: inRoot('apps', 'web'), env: { API_PORT: process.env.PORT || '3000' } })
  const code = await Promise.race([server, web])
  endAll()
  await Promise.all([server, web])
  return code
}
