/** Hands the tokens to the page, and points Mantine's own variables at them. */
import type { CSSVariablesResolver } from '@mantine/core'
import { dark, light, type Tokens } from './tokens.ts'

/** Mantine's names for our roles. In the light and the dark set alike, because Mantine writes its own there. */
const roles: Tokens = {
  '--mantine-color-body': 'var(--c-page)',
  '--mantine-color-text': 'var(--c-ink)',
  '--mantine-color-dimmed': 'var(--c-ink2)',
  '--mantine-color-placeholder': 'var(--c-ink3)',
  '--mantine-color-error': 'var(--c-bad)',
  '--mantine-color-anchor': 'var(--c-accent-text)',
  '--mantine-color-default': 'var(--c-surface)',
  '--mantine-color-default-hover': 'var(--c-hover)',
  '--mantine-color-default-color': 'var(--c-ink)',
  '--mantine-color-default-border': 'var(--c-line-strong)',
  '--mantine-color-disabled': 'var(--c-hover)',
  '--mantine-color-disabled-color': 'var(--c-ink3)',
  '--mantine-color-disabled-border': 'var(--c-line)',
  '--mantine-primary-color-filled': 'var(--c-accent)',
  '--mantine-primary-color-filled-hover': 'var(--c-accent-hover)',
  '--mantine-primary-color-light': 'var(--c-accent-soft)',
  '--mantine-primary-color-light-color': 'var(--c-accent-text)',
  '--mantine-color-blue-filled': 'var(--c-accent)',
  '--mantine-color-blue-filled-hover': 'var(--c-accent-hover)',
  '--mantine-color-blue-text': 'var(--c-accent-text)',
  '--mantine-color-red-text': 'var(--c-bad)',
  '--mantine-color-green-text': 'var(--c-ok)',
  '--mantine-color-yellow-text': 'var(--c-warn)',
  '--mantine-color-grape-text': 'var(--c-plum)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...light, ...roles },
  dark: { ...dark, ...roles },
})
