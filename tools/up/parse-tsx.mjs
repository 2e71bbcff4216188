// Preloaded into dependency-cruiser: its swc parser never asks for JSX, so it would stop at the first .tsx file.
import { createRequire } from 'node:module'

const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
