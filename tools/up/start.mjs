// `npm start`: the web app as it is now, then the server until it is told to stop.
import { inRoot } from './places.mjs'
import { run } from './processes.mjs'
import { serverFlags } from './server-flags.mjs'
import { ensureWebBuilt } from './web.mjs'

export async function command(node) {
  await ensureWebBuilt(node)
  return run(node, [...serverFlags, inRoot('apps', 'server', 'src', 'main.ts')], { channel: true })
}
