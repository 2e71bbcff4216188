/** Keys of one letter, on or off, for the person on every device. */
import { Switch } from '@mantine/core'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { choosePreferences } from '#lib/preferences.ts'

export function ShortcutsToggle() {
  const isOn = useShortcutsEnabled()
  return (
    <Switch
      label="Keys of one letter"
      description="Such as J and K, which go through a list, and /, which goes to the search. Turn them off if you dictate, or press keys by accident. Keys of the player stay: they work only while it has the focus."
      checked={isOn}
      onChange={(event) => choosePreferences({ letterKeys: event.currentTarget.checked })}
    />
  )
}
