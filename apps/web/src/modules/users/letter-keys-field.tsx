/** Keys of one letter, on or off, for the person on every device. */
import { Switch } from '@mantine/core'
import { useHasLetterKeys } from '#lib/letter-keys.ts'
import { choosePreferences } from '#lib/preferences.ts'

export function LetterKeysField() {
  const isOn = useHasLetterKeys()
  return (
    <Switch
      label="Keys of one letter"
      description="J and K go through lists, P marks a student present, / goes to the search. Turn them off if you dictate, or press keys by accident. The keys of the player always work while it has the focus."
      checked={isOn}
      onChange={(event) => choosePreferences({ letterKeys: event.currentTarget.checked })}
    />
  )
}
