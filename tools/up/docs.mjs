// `npm run docs`: writes docs/generated/ from the contract.

import { inRoot } from './places.mjs'
import { run } from './processes.mjs'

export const command = (node, parameters) => run(node, [inRoot('apps', 'server', 'src', 'generate-docs.ts'), ...parameters])
