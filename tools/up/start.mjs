// `npm start`: builds the web app if it has changed, then runs the server until a signal stops it.
import { inRoot } from './places.mjs'
import { run } from './processes.mjs'
import { serverEnv, serverFlags } from './server-flags.mjs'
import { ensureWebBuilt } from './web.mjs'

export async function command(node) {
  await ensureWebBuilt(node)
  return run(node, [...serverFlags, inRoot('apps', 'server', 'src', 'main.ts')], { channel: true, env: serverEnv })
}
