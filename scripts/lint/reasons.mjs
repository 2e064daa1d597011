// An ESLint rule that requires a comment with the reason for code that hides an error or contradicts
// the types.

/** Whether a handler of `.catch` hides the error, because it returns a fixed value or nothing. */
const hides = /** @param {any} handler */ ({ type, params, body }) =>
  /FunctionExpression$/.test(type) &&
  params.length === 0 &&
  (/^(?:Literal|Identifier|ArrayExpression|ObjectExpression|UnaryExpression)$/.test(body.type) ||
    (body.type === 'BlockStatement' && body.body.length === 0));

const throws = /** @param {any} node */ (node) =>
  node.body.body.some((/** @type {any} */ one) => one.type === 'ThrowStatement');

/** @type {import('eslint').Rule.RuleModule} */
export const reasons = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      hidden:
        'An error is hidden here: use `survived` of kit, or say in a comment why nothing is lost.',
      cast: 'A comment says why this cast past the types is true.',
      presence:
        'Use `certain` of packages/fiscal/src/presence.ts, or say in a comment why the value is there.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const commented = new Set(
      sourceCode.getAllComments().flatMap(({ loc }) => {
        const { start, end } = /** @type {import('eslint').AST.SourceLocation} */ (loc);
        return Array.from({ length: end.line - start.line + 1 }, (_, at) => start.line + at);
      }),
    );
    /**
     * Whether a comment is within the lines of a node, or directly before the node or its statement.
     */
    const isExplained = (/** @type {any} */ node) => {
      let statement = node;
      while (!/(?:Statement|Declaration|Definition)$/.test(statement.type))
        statement = statement.parent;
      const lines = [statement.loc.start.line - 1];
      for (let line = node.loc.start.line - 1; line <= node.loc.end.line; line += 1)
        lines.push(line);
      return lines.some((line) => commented.has(line));
    };
    const require = (/** @type {any} */ node, /** @type {string} */ messageId) => {
      if (!isExplained(node)) context.report({ node, messageId });
    };
    return {
      CatchClause(/** @type {any} */ node) {
        if (!node.param && !throws(node)) require(node, 'hidden');
      },
      'CallExpression[callee.property.name="catch"]'(/** @type {any} */ node) {
        const [handler] = node.arguments;
        if (handler && hides(handler)) require(handler, 'hidden');
      },
      TSNonNullExpression(/** @type {any} */ node) {
        require(node, 'presence');
      },
      'TSAsExpression > TSNeverKeyword.typeAnnotation'(/** @type {any} */ node) {
        require(node.parent, 'cast');
      },
      'TSAsExpression > TSAsExpression.expression > TSUnknownKeyword.typeAnnotation'(
        /** @type {any} */ node,
      ) {
        require(node.parent.parent, 'cast');
      },
    };
  },
};
