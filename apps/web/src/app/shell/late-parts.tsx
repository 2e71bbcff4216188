/** What every page has, and no page needs to be drawn: loaded after the first one. */

import { FullText } from './full-text.tsx'
import { NavigationLine } from './navigation-line.tsx'
import { ShellKeys } from './shell-keys.tsx'

export const LateParts = () => (
  <>
    <NavigationLine />
    <FullText />
    <ShellKeys />
  </>
)
