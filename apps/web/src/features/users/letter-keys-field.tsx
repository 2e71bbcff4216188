/** Keys of one letter, on or off, for the person on every device. */
import { Switch } from '@mantine/core'
import { useHasLetterKeys } from '#lib/letter-keys.ts'
import { choosePreferences } from '#lib/preferences.ts'

export function LetterKeysField() {
  const isOn = useHasLetterKeys()
  return (
    <Switch
      label="Keys of one letter"
      description="Such as J and K, which go through a list, and /, which goes to the search. Turn them off if you dictate, or press keys by accident. Keys of the player stay: they work only while it has the focus."
      checked={isOn}
      onChange={(event) => choosePreferences({ letterKeys: event.currentTarget.checked })}
    />
  )
}
