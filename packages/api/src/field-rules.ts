/**
 * JSON Schema for rules between the fields of a request, for the OpenAPI document. zod cannot
 * derive JSON Schema from a check in code, so each rule is stated twice: here, and in the check of
 * the service.
 */

/** A JSON Schema that the whole object must match. */
interface Rule {
  required?: string[];
  properties?: Record<string, object>;
  not?: object;
  if?: object;
  then?: object;
  else?: object;
  allOf?: Rule[];
  anyOf?: Rule[];
}

/**
 * Declares the rules of an object. The key of each rule is a field name. The rule applies if the
 * object has this field, as in `rules({ foreignTaxId: needs('taxResidence') })`.
 */
export const rules = (byField: Record<string, Rule>) => ({ dependentSchemas: byField });

/** Returns the rule that the object must also have these fields. */
export const needs = (...required: string[]): Rule => ({ required });

/** Returns the rule that the object must not have any of these fields. */
export const excludes = (...fields: string[]): Rule => ({
  not: fields.length === 1 ? { required: fields } : { anyOf: fields.map((field) => needs(field)) },
});

/** Returns the rule that the object must have exactly one of two fields. */
export const eitherOf = (one: string, other: string): Rule => ({
  if: needs(one),
  then: excludes(other),
  else: needs(other),
});

/** Returns the rule that the object must have at least one of the fields. */
export const someOf = (one: string, ...others: string[]): Rule => ({
  if: { not: needs(one) },
  then: others.length === 1 ? needs(...others) : { anyOf: others.map((other) => needs(other)) },
});

/** Returns the rule that the object must satisfy all of the given rules. */
export const all = (...each: Rule[]): Rule => ({ allOf: each });

/** Returns the rule that the field must have this value if the object has the field. */
export const only = (field: string, value: unknown): Rule => ({
  properties: { [field]: { const: value } },
});

/** Returns the rule that the object must have the field with this value. */
export const has = (field: string, value: unknown): Rule => ({
  ...needs(field),
  ...only(field, value),
});

/**
 * Declares a rule for objects in which the field has this value, and optionally a rule for all
 * other objects.
 */
export const when = (field: string, value: unknown, then: Rule, otherwise?: Rule): Rule => ({
  if: only(field, value),
  then,
  ...(otherwise && { else: otherwise }),
});
