// `npm start`: builds the web app and the server if they have changed, then runs the server until a signal stops it.
import { run } from './processes.mjs'
import { ensureServerBuilt, ensureWebBuilt } from './builds.mjs'
import { serverEnv, serverFlags, serverMain } from './server.mjs'

export async function command(node) {
  await Promise.all([ensureWebBuilt(node), ensureServerBuilt(node)])
  return run(node, [...serverFlags, serverMain], { channel: true, env: serverEnv })
}
