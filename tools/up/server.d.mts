export declare const serverFlags: string[]
export declare const serverMain: string
export declare const serverEnv: Record<string, string>
