import { writeMetadata } from './call-metadata';
import type { Channel } from './channel';
import { fromStatus } from './status';
import { hasLeft, type Transport } from './transport';

const asBytes = (bytes: Buffer): Buffer => bytes;

/** Sends each call as a plain gRPC call, as service meshes and load balancers expect. */
export function createUnary(channel: Channel): Transport {
  return {
    send({ path, token, scope, traceparent, request }) {
      const client = channel.current();
      const metadata = writeMetadata(scope, token, traceparent);
      const options = { deadline: scope.deadlineMs };
      return new Promise((resolve, reject) => {
        const call = client.makeUnaryRequest(
          path, asBytes, asBytes, request, metadata, options,
          (error, response) => {
            if (error) reject(fromStatus(error, hasLeft(client, call)));
            // gRPC always passes either an error or a response.
            else resolve(response!);
          },
        ); // prettier-ignore
      });
    },
    close: () => undefined,
  };
}
