export declare function ensureServerBuilt(node: string): Promise<void>
