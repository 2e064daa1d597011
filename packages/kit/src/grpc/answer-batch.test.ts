import { common, exchange } from '@timbre/contract';
import { writeAnswerBatch, replyPieces, type OutgoingAnswer } from './answer-batch';

const bytesOf = (length: number) => Buffer.alloc(length, 'ñ');

describe('wire format', () => {
  test.each([0, 1, 127, 128, 16_383, 16_384, 70_000])(
    'an answer in wire format carries a reply of %d bytes',
    (length) => {
      const body = bytesOf(length);
      const written = writeAnswerBatch({
        answers: [{ id: 300, response: replyPieces(body) }],
        closing: false,
      });
      const [answer] = exchange.AnswerBatch.decode(written).answers;
      expect(answer!.id).toBe(300);
      expect(Buffer.from(common.Reply.decode(answer!.response!).body)).toEqual(body);
    },
  );

  test("responses in wire format equal the bytes that the contract's encoder writes", () => {
    const answers: OutgoingAnswer[] = [
      { id: 1, response: [bytesOf(3), bytesOf(200)] },
      { id: 4_294_967_295, response: [] },
      { id: 2, refusal: bytesOf(50) },
    ];
    for (const closing of [false, true]) {
      const plain = answers.map(({ id, response, refusal }) => ({
        id,
        response: response && Buffer.concat(response),
        refusal,
      }));
      const expected = exchange.AnswerBatch.encode({ answers: plain, closing }).finish();
      expect(writeAnswerBatch({ answers, closing })).toEqual(Buffer.from(expected));
    }
  });
});
