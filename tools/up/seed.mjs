// `npm run seed -- --size large`: fills an empty database with a school to measure with.
import { inRoot } from './places.mjs'
import { run } from './processes.mjs'

export const command = (node, words) => run(node, [inRoot('apps', 'server', 'src', 'db', 'seed', 'run.ts'), ...words])
