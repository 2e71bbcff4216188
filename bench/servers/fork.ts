/** Starts a server of a benchmark as its own process. */
import { fork, type ChildProcess } from 'node:child_process'
import { serverEnv, serverFlags } from '../../tools/up/server-flags.mjs'

/** It sends its port in its first message. */
export async function serve(name: string, env: Record<string, string>): Promise<{ child: ChildProcess; pid: number; url: string }> {
  const child = fork(new URL(`./${name}.ts`, import.meta.url), { env: { ...process.env, ...serverEnv, ...env }, execArgv: serverFlags })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
  return { child, pid: child.pid!, url: `http://127.0.0.1:${port}` }
}
