/** Starts a server of a benchmark as its own process. */

import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import serverBuild from '../../apps/server/rolldown.config.ts'
import { serverEnv, serverFlags } from '../../tools/up/server.mjs'

/** It sends its port in its first message. */
export async function serve(name: string, env: Record<string, string>): Promise<{ child: ChildProcess; pid: number; url: string }> {
  const source = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const file = name === 'product' ? await bundle(source) : source
  const child = fork(file, { env: { ...process.env, ...serverEnv, ...env }, execArgv: serverFlags })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
  return { child, pid: child.pid!, url: `http://127.0.0.1:${port}` }
}

/** As `npm start` bundles the server; in a folder as deep as that one, because the bundle has relative paths. */
async function bundle(source: string): Promise<string> {
  const { output, ...input } = serverBuild
  const dir = fileURLToPath(new URL('../../apps/server/.bench', import.meta.url))
  const build = await rolldown({ ...input, input: source })
  const written = await build.write({ ...output, dir })
  return join(dir, written.output[0].fileName)
}
