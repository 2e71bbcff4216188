/** What TypeScript knows of the rows that a call in the source returns, and whether a value is of that type. */

import type { CallExpression, Identifier, Node, SourceFile } from 'typescript/unstable/ast'
import { isCallExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import {
  API,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Type,
  type TypeReference,
  type UnionOrIntersectionType,
} from 'typescript/unstable/sync'

/** A place in the source as in a stack trace, both from 1. */
export interface Place {
  file: string
  line: number
  column: number
}

/** Returns what is wrong with a value, with the path to it; undefined if nothing is. */
type Check = (value: unknown, path: string) => string | undefined

export interface RowType {
  /** The name of what is called. */
  name: string
  columns: string[]
  check: Check
}

const describe = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
const primitives: [TypeFlags, string][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
]

export function openRowTypes(config: string) {
  const api = new API()
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
  const { checker, program } = project
  const checks = checksOf(checker)
  const calls = new Map<string, Map<string, CallExpression>>()
  const callsIn = (file: string) => {
    let found = calls.get(file)
    if (!found) calls.set(file, (found = listCalls(program.getSourceFile(file)!)))
    return found
  }
  return {
    /** Undefined if nothing is called there, or something that returns no rows. */
    find({ file, line, column }: Place): RowType | undefined {
      const call = callsIn(file).get(`${line}:${column}`)
      const row = call && rowOf(checker, checker.getTypeAtLocation(call))
      if (!row) return undefined
      return { name: nameOf(call).text, columns: checker.getPropertiesOfType(row).map(({ name }) => name), check: checks(row) }
    },
    close: () => api.close(),
  }
}

const nameOf = ({ expression }: CallExpression) => (isPropertyAccessExpression(expression) ? expression.name : expression) as Identifier

/** The calls of a file, by the place of the name that is called. */
function listCalls(file: SourceFile): Map<string, CallExpression> {
  const starts = [...file.text.matchAll(/^/gm)].map(({ index }) => index)
  const found = new Map<string, CallExpression>()
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isIdentifier(nameOf(node))) {
      const start = nameOf(node).getStart(file)
      const line = starts.findLastIndex((one) => one <= start)
      found.set(`${line + 1}:${start - starts[line]! + 1}`, node)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** Of a promise of `QueryResult<Row>`, or of rows. */
function rowOf(checker: Checker, promise: Type | undefined): Type | undefined {
  const [result] = promise?.isTypeReference() ? checker.getTypeArguments(promise) : []
  if (!result) return undefined
  const rows = checker.getPropertyOfType(result, 'rows')
  const list = rows ? checker.getTypeOfSymbol(rows)! : result
  return checker.isArrayType(list) ? checker.getTypeArguments(list as TypeReference)[0] : undefined
}

function checksOf(checker: Checker): (type: Type) => Check {
  const known = new Map<number, Check>()
  const checkOf = (type: Type): Check => {
    const found = known.get(type.id)
    if (found) return found
    // A type may contain itself.
    let check: Check = () => undefined
    known.set(type.id, (value, path) => check(value, path))
    check = build(type)
    return check
  }
  const partsOf = (type: Type) => (type as UnionOrIntersectionType).getTypes()

  function build(type: Type): Check {
    if (type.flags & TypeFlags.AnyOrUnknown) return () => undefined
    if (type.flags & TypeFlags.Never) return (_, path) => `${path} is of no type`
    if (type.isLiteralType()) return (value, path) => (value === type.value ? undefined : `${path} is ${JSON.stringify(value)}`)
    if (type.flags & TypeFlags.Null) return (value, path) => (value === null ? undefined : `${path} is ${describe(value)}`)
    if (type.flags & TypeFlags.Undefined) return (value, path) => (value === undefined ? undefined : `${path} is ${describe(value)}`)
    const primitive = primitives.find(
      ([flag]) => type.flags & flag || (type.isIntersectionType() && partsOf(type).some((one) => one.flags & flag)),
    )
    if (primitive && !type.isUnionType())
      return (value, path) => (typeof value === primitive[1] ? undefined : `${path} is ${describe(value)}, not ${primitive[1]}`)
    if (type.isUnionType()) return union(partsOf(type).map(checkOf))
    if (checker.isArrayType(type) || checker.isTupleType(type)) return array(type)
    return object(type)
  }

  const union =
    (members: Check[]): Check =>
    (value, path) => {
      const wrong = members.map((check) => check(value, path))
      return wrong.includes(undefined) ? undefined : wrong.toSorted((one, other) => other!.length - one!.length)[0]
    }
  function array(type: Type): Check {
    const parts = checker.getTypeArguments(type as TypeReference).map(checkOf)
    const isTuple = checker.isTupleType(type)
    return (value, path) =>
      Array.isArray(value)
        ? value.map((one, place) => parts[isTuple ? place : 0]?.(one, `${path}[]`)).find((wrong) => wrong !== undefined)
        : `${path} is ${describe(value)}, not array`
  }
  function object(type: Type): Check {
    const properties = checker.getPropertiesOfType(type).map((symbol) => ({
      name: symbol.name,
      isOptional: (symbol.flags & SymbolFlags.Optional) !== 0,
      check: checkOf(checker.getTypeOfSymbol(symbol)!),
    }))
    return (value, path) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${path} is ${describe(value)}, not object`
      for (const { name, isOptional, check } of properties) {
        const field = (value as Record<string, unknown>)[name]
        const wrong = isOptional && field === undefined ? undefined : check(field, `${path}.${name}`)
        if (wrong) return wrong
      }
      return undefined
    }
  }
  return checkOf
}
