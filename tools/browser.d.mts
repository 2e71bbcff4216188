/** What TypeScript needs to know of browser.mjs. */
export function findBrowser(node: string): Promise<{ path: string; fullPath?: string; args: string[] }>
