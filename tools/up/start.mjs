// `npm start`: builds the web app and the server if they have changed, then runs the server until a signal stops it.

import { ensureServerBuilt, ensureWebBuilt, ensureWebCompressed } from './builds.mjs'
import { endAll, run } from './processes.mjs'
import { serverEnv, serverFlags, serverMain } from './server.mjs'

export async function command(node) {
  await Promise.all([ensureWebBuilt(node), ensureServerBuilt(node)])
  const server = run(node, [...serverFlags, serverMain], { channel: true, env: serverEnv })
  // Tests start the product often, and what they check does not depend on it.
  if (process.env.NODE_ENV !== 'test')
    ensureWebCompressed(node).catch((error) => console.error(`The web app is not compressed: ${error.message}`))
  const code = await server
  endAll()
  return code
}
