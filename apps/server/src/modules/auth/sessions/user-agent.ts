/** What devices are called. Pure. */

/** Formats a user agent as a name that its owner recognises. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const findName = (pairs: readonly (readonly [RegExp, string])[], text: string) => pairs.find(([pattern]) => pattern.test(text))?.[1]

/** The order matters: every browser also claims to be some of those after it. */
export function parseUserAgent(userAgent: string | null): string {
  const text = userAgent ?? ''
  const [browser, system] = [findName(browsers, text), findName(systems, text)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
