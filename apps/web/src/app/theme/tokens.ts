/** The colours and shadows of the product by role, for light and dark. The only raw colours. */

import 'react'

/** Allows custom properties in inline styles. */
declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}

export type Tokens = Record<`--${string}`, string>

const spines = ['#8a4b3c', '#2f6f73', '#7a6a2c', '#5d5191', '#3f6b45', '#94496b']
const spinesDark = ['#c58875', '#74b3b6', '#bfae6b', '#a59ad6', '#86b48c', '#d392b0']
const coversDark = ['#693c31', '#2a5557', '#574c22', '#473e70', '#33533a', '#6d3951']

const numbered = (name: string, colours: readonly string[]): Tokens =>
  Object.fromEntries(colours.map((colour, index) => [`--${name}-${index + 1}`, colour]))

export const light: Tokens = {
  '--c-page': '#faf9f6',
  '--c-surface': '#ffffff',
  '--c-sunken': '#f3f1ec',
  '--c-hover': '#eeebe4',
  '--c-pressed': '#e6e2d9',
  '--c-selected': '#f0f2fd',
  '--c-line': '#e3dfd7',
  '--c-line-strong': '#cbc6bb',
  '--c-control': '#8d887d',
  '--c-ink': '#23211d',
  '--c-ink2': '#57534b',
  '--c-ink3': '#6b665d',
  '--c-ink-fill': '#3d3a34',
  '--c-accent': '#3049c6',
  '--c-accent-hover': '#263ba5',
  '--c-accent-text': '#2c43b8',
  '--c-accent-soft': '#eaedfb',
  '--c-accent-line': '#b4bff0',
  '--c-on-accent': '#ffffff',
  '--c-on-fill': '#ffffff',
  '--c-ok': '#1e6a40',
  '--c-ok-soft': '#e3f1e7',
  '--c-ok-line': '#9dcaae',
  '--c-warn': '#875000',
  '--c-warn-soft': '#faeed8',
  '--c-warn-line': '#dfba78',
  '--c-bad': '#b12b27',
  '--c-bad-soft': '#fbe9e6',
  '--c-bad-line': '#e9aaa3',
  '--c-bad-fill': '#b12b27',
  '--c-plum': '#74408d',
  '--c-plum-soft': '#f4eaf8',
  '--c-plum-line': '#cfaadf',
  '--c-ring': '#3049c6',
  '--c-mark': '#fdf1b8',
  '--c-overlay': 'rgba(35,33,29,.42)',
  '--depth-1': '0 1px 2px rgba(35,33,29,.05)',
  '--depth-2': '0 4px 16px rgba(35,33,29,.10), 0 1px 3px rgba(35,33,29,.08)',
  '--depth-3': '0 20px 56px rgba(35,33,29,.20), 0 2px 8px rgba(35,33,29,.08)',
  ...numbered('spine', spines),
  ...numbered('cover', spines),
}

export const dark: Tokens = {
  '--c-page': '#181715',
  '--c-surface': '#201f1c',
  '--c-sunken': '#131211',
  '--c-hover': '#2a2825',
  '--c-pressed': '#33312d',
  '--c-selected': '#23273a',
  '--c-line': '#33312c',
  '--c-line-strong': '#4a4740',
  '--c-control': '#7d786e',
  '--c-ink': '#eceae4',
  '--c-ink2': '#b8b4aa',
  '--c-ink3': '#9d988d',
  '--c-ink-fill': '#c9c5bb',
  '--c-accent': '#4f68e0',
  '--c-accent-hover': '#4459d0',
  '--c-accent-text': '#a9b8ff',
  '--c-accent-soft': '#242a47',
  '--c-accent-line': '#46548f',
  '--c-on-accent': '#ffffff',
  '--c-on-fill': '#ffffff',
  '--c-ok': '#86d3a3',
  '--c-ok-soft': '#1b3224',
  '--c-ok-line': '#3d6b4d',
  '--c-warn': '#ecbd6d',
  '--c-warn-soft': '#382b14',
  '--c-warn-line': '#735a2b',
  '--c-bad': '#ff9f95',
  '--c-bad-soft': '#3f201d',
  '--c-bad-line': '#84453f',
  '--c-bad-fill': '#c03b35',
  '--c-plum': '#d6abec',
  '--c-plum-soft': '#32223b',
  '--c-plum-line': '#6b4a7c',
  '--c-ring': '#a9b8ff',
  '--c-mark': '#5a4d14',
  '--c-overlay': 'rgba(0,0,0,.6)',
  '--depth-1': 'none',
  '--depth-2': '0 0 0 1px #3b3933, 0 8px 24px rgba(0,0,0,.45)',
  '--depth-3': '0 0 0 1px #3b3933, 0 24px 64px rgba(0,0,0,.6)',
  ...numbered('spine', spinesDark),
  ...numbered('cover', coversDark),
}
