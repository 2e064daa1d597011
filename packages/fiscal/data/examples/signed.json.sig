{
  "algorithm": "Ed25519",
  "publicKey": "yBWF0kYbe/hkt5M3oF3ErT/cx9ft7PjWS8ZhUxeBbQs=",
  "digest": "1c9fddc11b72f905647a9a1010974168271927fb3012023b0c2df80e1894dec1",
  "signature": "62ZID8gZ1qycaIVl+szizfU/PQPbh6GjnPbXOR02TH79wIe6Y8PI0I8sX5v+7H+tw43a4nCq3vCsXtX1bN4OBQ=="
}
